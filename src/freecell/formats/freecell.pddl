; FreeCell for planners, as typed STRIPS: the predicates, actions and parameters of the planning competition of 2000.
; Each action moves one card. A card goes to any free cell, and to any empty column: only their numbers count.
(define (domain freecell)
  (:requirements :strips :typing)
  (:types card num suit)
  (:predicates
    (on ?card ?beneath - card)        ; in a column
    (bottomcol ?card - card)          ; the first card of a column
    (clear ?card - card)              ; the last card of a column
    (incell ?card - card)
    (home ?card - card)               ; the highest at home of its suit: S0 if there is none
    (cellspace ?count - num)          ; free cells
    (colspace ?count - num)           ; empty columns
    (canstack ?card ?onto - card)
    (suit ?card - card ?suit - suit)
    (value ?card - card ?rank - num)
    (successor ?next ?number - num))

  ; Those with -b take the only card of a column, which is empty then.
  (:action move
    :parameters (?card ?beneath ?onto - card)
    :precondition (and (clear ?card) (on ?card ?beneath) (clear ?onto) (canstack ?card ?onto))
    :effect (and (not (on ?card ?beneath)) (clear ?beneath) (on ?card ?onto) (not (clear ?onto))))
  (:action move-b
    :parameters (?card ?onto - card ?columns ?more - num)
    :precondition (and (clear ?card) (bottomcol ?card) (clear ?onto) (canstack ?card ?onto)
      (colspace ?columns) (successor ?more ?columns))
    :effect (and (not (bottomcol ?card)) (not (colspace ?columns)) (colspace ?more)
      (on ?card ?onto) (not (clear ?onto))))

  (:action sendtofree
    :parameters (?card ?beneath - card ?cells ?fewer - num)
    :precondition (and (clear ?card) (on ?card ?beneath) (cellspace ?cells) (successor ?cells ?fewer))
    :effect (and (not (clear ?card)) (not (on ?card ?beneath)) (clear ?beneath)
      (incell ?card) (not (cellspace ?cells)) (cellspace ?fewer)))
  (:action sendtofree-b
    :parameters (?card - card ?cells ?fewer ?columns ?more - num)
    :precondition (and (clear ?card) (bottomcol ?card) (cellspace ?cells) (successor ?cells ?fewer)
      (colspace ?columns) (successor ?more ?columns))
    :effect (and (not (clear ?card)) (not (bottomcol ?card)) (not (colspace ?columns)) (colspace ?more)
      (incell ?card) (not (cellspace ?cells)) (cellspace ?fewer)))

  (:action sendtonewcol
    :parameters (?card ?beneath - card ?columns ?fewer - num)
    :precondition (and (clear ?card) (on ?card ?beneath) (colspace ?columns) (successor ?columns ?fewer))
    :effect (and (not (on ?card ?beneath)) (clear ?beneath)
      (bottomcol ?card) (not (colspace ?columns)) (colspace ?fewer)))

  (:action sendtohome
    :parameters (?card ?beneath - card ?suit - suit ?rank - num ?last - card ?below - num)
    :precondition (and (clear ?card) (on ?card ?beneath) (home ?last) (suit ?card ?suit) (suit ?last ?suit)
      (value ?card ?rank) (value ?last ?below) (successor ?rank ?below))
    :effect (and (not (clear ?card)) (not (on ?card ?beneath)) (clear ?beneath) (not (home ?last)) (home ?card)))
  (:action sendtohome-b
    :parameters (?card - card ?suit - suit ?rank - num ?last - card ?below ?columns ?more - num)
    :precondition (and (clear ?card) (bottomcol ?card) (home ?last) (suit ?card ?suit) (suit ?last ?suit)
      (value ?card ?rank) (value ?last ?below) (successor ?rank ?below) (colspace ?columns) (successor ?more ?columns))
    :effect (and (not (clear ?card)) (not (bottomcol ?card)) (not (colspace ?columns)) (colspace ?more)
      (not (home ?last)) (home ?card)))

  (:action homefromfreecell
    :parameters (?card - card ?suit - suit ?rank - num ?last - card ?below ?cells ?more - num)
    :precondition (and (incell ?card) (home ?last) (suit ?card ?suit) (suit ?last ?suit)
      (value ?card ?rank) (value ?last ?below) (successor ?rank ?below) (cellspace ?cells) (successor ?more ?cells))
    :effect (and (not (incell ?card)) (not (cellspace ?cells)) (cellspace ?more) (not (home ?last)) (home ?card)))
  (:action colfromfreecell
    :parameters (?card ?onto - card ?cells ?more - num)
    :precondition (and (incell ?card) (clear ?onto) (canstack ?card ?onto) (cellspace ?cells) (successor ?more ?cells))
    :effect (and (not (incell ?card)) (not (cellspace ?cells)) (cellspace ?more)
      (on ?card ?onto) (clear ?card) (not (clear ?onto))))
  (:action newcolfromfreecell
    :parameters (?card - card ?columns ?fewer ?cells ?more - num)
    :precondition (and (incell ?card) (colspace ?columns) (successor ?columns ?fewer)
      (cellspace ?cells) (successor ?more ?cells))
    :effect (and (not (incell ?card)) (not (cellspace ?cells)) (cellspace ?more)
      (bottomcol ?card) (clear ?card) (not (colspace ?columns)) (colspace ?fewer))))
