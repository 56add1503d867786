/** Texts of a record screen. The area's texts have these names, and are passed as a whole: `texts={t}`. */
export interface RecordTexts {
  title: string
  /** Follows the title in muted letters, to tell the screen from another one with the same title. */
  titleSuffix?: string
  emptyTitle: string
  emptyText: string
  /** For users who may only read. */
  emptyTextToRead?: string
  /** Label of the add button; required for screens with a form. */
  add?: string
  editAction?: string
  searchPlaceholder?: string
  /** Replaces the general "no results". */
  nothingFound?: string
  /** The question before a record is deleted, given its name; required with `remove`, as is `deleted`. */
  deleteTitle?: string | ((name: string) => string)
  /** Further consequences; `remove.text` supplies them if they depend on the record. */
  deleteText?: string | ((...about: never[]) => string)
  deleteAction?: string
  deleted?: string
  /** In place of the general sentence above the reason why a record could not be deleted. */
  deleteFailed?: string
}

export interface RecordFormTexts {
  addTitle: string
  editTitle: string
  /** The title for users who may only read the record. */
  readTitle?: string
  created: string
  saved: string
  /** What to look at when a save was refused, below the fields. */
  saveHint?: string
}
