/** Marks an empty cell of a table. Cards on phones leave the row out. */
export const NoValue = () => <span className="no-value">—</span>
