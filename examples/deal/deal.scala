// Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.
object Deal {
  val deck: Vector[String] = for (rank <- "A23456789TJQK".toVector; suit <- "CDHS") yield s"$rank$suit"

  /** The random numbers of a deal. */
  def draws(number: Long): Iterator[Int] =
    Iterator.iterate(number)(state => (214013 * state + 2531011) & 0xffffffffL).drop(1).map { state =>
      val upper = (state >> 16).toInt
      if (number < (1L << 31)) upper & 0x7fff
      else if (number < (1L << 32)) upper | 0x8000
      else upper + 1
    }

  /** The board of a deal as a two-dimensional array: 7 rows of 8 cards, the last of 4. */
  def deal(number: Long): Vector[Vector[String]] = {
    val (_, cards) = draws(number).take(52).foldLeft((deck, Vector.empty[String])) {
      case ((left, dealt), draw) =>
        val place = draw % left.size
        // The last card takes the place of the one dealt.
        (left.updated(place, left.last).init, dealt :+ left(place))
    }
    cards.grouped(8).toVector
  }

  def main(arguments: Array[String]): Unit =
    for (line <- io.Source.stdin.getLines(); row <- deal(line.toLong)) println(row.mkString(" "))
}
