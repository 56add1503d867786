/** What a record screen says. The texts of its area have these names, and are given whole: `texts={t}`. */
export interface RecordTexts {
  title: string
  emptyTitle: string
  emptyText: string
  /** Of the button that adds one; needed by screens with a form. */
  add?: string
  searchPlaceholder?: string
  /** In place of the general "no results". */
  nothingFound?: string
  /** The question before a record is deleted, by its name. */
  deleteTitle?: string | ((name: string) => string)
  /** What else is lost; where it depends on the record, `remove.text` tells it. */
  deleteText?: string | ((...about: never[]) => string)
  deleteAction?: string
  deleted?: string
}

/** What the dialog of a record says. */
export interface RecordFormTexts {
  addTitle: string
  editTitle: string
  created: string
  saved: string
}
