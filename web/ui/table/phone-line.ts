import type { Column } from './column'
import { contentsOf } from './column-contents'

/** How many values fit: those of columns that are meant for the line are short. */
const markedMax = 3
const unmarkedMax = 2

/**
 * Returns the columns of the second line of a phone's row: those marked for it, else the first, without what is empty or
 * the same in all rows. The others are seen once the row is expanded.
 */
export function phoneLine<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly Column<Row>[] {
  const [, ...others] = columns.filter(({ id }) => id !== 'id')
  const differing = others.filter((column) => contentsOf(column, rows) === 'different')
  const marked = differing.filter(({ compact }) => compact)
  return marked.length > 0 ? marked.slice(0, markedMax) : differing.slice(0, unmarkedMax)
}
