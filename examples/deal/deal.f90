! Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.
module freecell
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  integer(int64), parameter :: two16 = 2_int64**16, two31 = 2_int64**31, two32 = 2_int64**32
contains
  !> The next random number of a deal.
  integer(int64) function draw(state, number)
    integer(int64), intent(inout) :: state
    integer(int64), intent(in) :: number
    state = modulo(214013 * state + 2531011, two32)
    if (number < two31) then
      draw = modulo(state / two16, two16 / 2)
    else if (number < two32) then
      draw = modulo(state / two16, two16 / 2) + two16 / 2
    else
      draw = state / two16 + 1
    end if
  end function draw

  !> The cards of a deal in the order in which they are dealt.
  function deal(number) result(cards)
    integer(int64), intent(in) :: number
    character(2) :: cards(52), deck(52)
    character(13), parameter :: ranks = "A23456789TJQK"
    character(4), parameter :: suits = "CDHS"
    integer(int64) :: state
    integer :: card, left, place
    do card = 0, 51
      deck(card + 1) = ranks(card / 4 + 1:card / 4 + 1) // suits(mod(card, 4) + 1:mod(card, 4) + 1)
    end do
    state = modulo(number, two32)
    do left = 52, 1, -1
      place = int(modulo(draw(state, number), int(left, int64))) + 1 ! arrays begin at 1
      cards(53 - left) = deck(place)
      deck(place) = deck(left) ! the last card takes the place of the one dealt
    end do
  end function deal
end module freecell

program main
  use freecell
  implicit none
  integer(int64) :: number
  integer :: status, first
  character(2) :: cards(52)
  do
    read (*, *, iostat=status) number
    if (status /= 0) exit
    cards = deal(number)
    do first = 1, 52, 8
      print "(*(a, :, ' '))", cards(first:min(first + 7, 52))
    end do
  end do
end program main
