;;; Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.

(defun draws (number)
  "A function that gives the random numbers of a deal, one after the other."
  (let ((state number))
    (lambda ()
      (setf state (mod (+ (* 214013 state) 2531011) (expt 2 32)))
      (let ((upper (ash state -16)))
        (cond ((< number (expt 2 31)) (logand upper #x7FFF))
              ((< number (expt 2 32)) (logior upper #x8000))
              (t (1+ upper)))))))

(defun new-deck ()
  (coerce (loop for rank across "A23456789TJQK"
                append (loop for suit across "CDHS" collect (coerce (list rank suit) 'string)))
          'vector))

(defun deal (number)
  "The board of a deal: 7 rows of 8 cards, the last of 4."
  (let ((deck (new-deck)) (draw (draws number)))
    (loop with cards = (loop for left from 52 downto 1
                             for place = (mod (funcall draw) left)
                             collect (aref deck place)
                             ;; The last card takes the place of the one dealt.
                             do (setf (aref deck place) (aref deck (1- left))))
          while cards
          collect (loop repeat 8 while cards collect (pop cards)))))

(loop for number = (read *standard-input* nil)
      while number
      do (format t "~{~{~a~^ ~}~%~}" (deal number)))
