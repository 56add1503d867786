/** The draft of a ticket that was left. */
export interface StoredDraft {
  text: string
  isPrivate: boolean
}

export interface DraftStorage {
  read(ticketId: number): StoredDraft
  write(ticketId: number, draft: StoredDraft): void
}

const draftsMax = 200
const empty: StoredDraft = { text: '', isPrivate: false }

/** Stores one user's drafts in this browser; the oldest are removed when there are too many. `kind`: of what. */
export function createDraftStorage(
  person: { id: number; companyId: number },
  storage: Storage | undefined,
  kind = 'drafts',
): DraftStorage {
  const key = `${kind}-${person.companyId}-${person.id}`

  function readAll(): Record<string, StoredDraft> {
    try {
      const found: unknown = JSON.parse(storage?.getItem(key) ?? '{}')
      return typeof found === 'object' && found !== null ? (found as Record<string, StoredDraft>) : {}
    } catch {
      return {}
    }
  }

  return {
    read: (ticketId) => readAll()[`t${ticketId}`] ?? empty,
    write(ticketId, draft) {
      const { [`t${ticketId}`]: _, ...others } = readAll()
      const kept = Object.entries(others).slice(-draftsMax)
      if (draft.text !== '') kept.push([`t${ticketId}`, draft])
      try {
        storage?.setItem(key, JSON.stringify(Object.fromEntries(kept)))
      } catch {
        // With a full or forbidden storage, the draft lasts as long as the page.
      }
    },
  }
}
