interface RecordName {
  /** In the singular, as in “Add file list”. */
  one: string
  /** As messages and questions call it: “List created”. */
  short?: string
}

/** The usual texts of a record screen. Its file adds its own after them. */
export function recordTexts({ one, short = one }: RecordName) {
  const done = (what: string) => `${short[0]?.toUpperCase()}${short.slice(1)} ${what}`
  return {
    add: `Add ${one}`,
    addTitle: `Add ${one}`,
    editTitle: `Edit ${one}`,
    searchPlaceholder: 'Search by name',
    nothingFound: `No ${plural(short)} found`,
    emptyTitle: `No ${plural(one)} yet`,
    emptyText: 'Add the first one to get started.',
    created: done('created'),
    saved: done('saved'),
    deleteTitle: (name: string) => `Delete the ${short} “${name}”?`,
    deleteText: 'This cannot be undone.',
    deleteAction: `Delete ${short}`,
    deleted: done('deleted'),
  }
}

const plural = (name: string) => name.replace(/([^aeiou])y$/, '$1ie').concat('s')
