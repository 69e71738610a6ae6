// Deals Microsoft FreeCell boards: deal numbers on standard input, boards on standard output.

val DECK = "A23456789TJQK".flatMap { rank -> "CDHS".map { suit -> "$rank$suit" } }

/** The random numbers of a deal. */
fun draws(number: Long) = sequence {
    var state = number
    while (true) {
        state = 214013 * state + 2531011 and 0xFFFFFFFF
        val upper = (state shr 16).toInt()
        yield(
            when {
                number < 1L shl 31 -> upper and 0x7FFF
                number < 1L shl 32 -> upper or 0x8000
                else -> upper + 1
            }
        )
    }
}

/** The board of a deal as a two-dimensional array: 7 rows of 8 cards, the last of 4. */
fun deal(number: Long): List<List<String>> {
    val deck = DECK.toMutableList()
    return draws(number).take(52).map { draw ->
        val place = draw % deck.size
        val card = deck[place]
        deck[place] = deck.last() // the last card takes the place of the one dealt
        deck.removeAt(deck.size - 1)
        card
    }.toList().chunked(8)
}

fun main() {
    generateSequence(::readLine).forEach { line ->
        deal(line.toLong()).forEach { row -> println(row.joinToString(" ")) }
    }
}
