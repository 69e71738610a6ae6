(* Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output. *)

let deck = Array.init 52 (fun card -> Printf.sprintf "%c%c" "A23456789TJQK".[card / 4] "CDHS".[card mod 4])

(* The random numbers of a deal. Integers have 63 bits, so nothing overflows. *)
let rec draws number state () =
  let state = ((214013 * state) + 2531011) land 0xFFFFFFFF in
  let upper = state lsr 16 in
  let draw =
    if number < 1 lsl 31 then upper land 0x7FFF
    else if number < 1 lsl 32 then upper lor 0x8000
    else upper + 1
  in
  Seq.Cons (draw, draws number state)

(* The board of a deal as an array of rows: 7 rows of 8 cards, the last of 4. *)
let deal number =
  let left = Array.copy deck and rows = Array.init 7 (fun row -> Array.make (if row < 6 then 8 else 4) "") in
  let rec take dealt draws =
    match draws () with
    | Seq.Cons (draw, rest) when dealt < 52 ->
        let place = draw mod (52 - dealt) in
        rows.(dealt / 8).(dealt mod 8) <- left.(place);
        left.(place) <- left.(51 - dealt); (* the last card takes the place of the one dealt *)
        take (dealt + 1) rest
    | _ -> rows
  in
  take 0 (draws number number)

let () =
  try
    while true do
      let number = int_of_string (String.trim (input_line stdin)) in
      Array.iter (fun row -> print_endline (String.concat " " (Array.to_list row))) (deal number)
    done
  with End_of_file -> ()
