/** The answer to a call, with a check against newer state. */
export interface FreshAnswer<Id, Answer> {
  answer: Answer
  /** Call it synchronously with the answer's arrival. */
  isNewest: (id: Id) => boolean
}

export type TouchLog<Id> = ReturnType<typeof createTouchLog<Id>>

/** Answers must not overwrite live changes. Cleared when no call is pending. */
export function createTouchLog<Id>() {
  const touchedAt = new Map<Id, number>()
  const answeredBy = new Map<Id, number>()
  let tick = 0
  let calls = 0
  let awaited = 0

  function begin(): number {
    if (awaited === 0) answeredBy.clear()
    awaited++
    return tick
  }

  const touched = (id: Id, since: number) => (touchedAt.get(id) ?? 0) > since

  return {
    /** Starts a call; returns the mark that `touched` compares with. */
    begin,
    end() {
      awaited--
    },
    touch(id: Id) {
      if (awaited === 0) touchedAt.clear()
      touchedAt.set(id, ++tick)
    },
    touched,
    async ask<Answer>(call: () => Promise<Answer>): Promise<FreshAnswer<Id, Answer>> {
      const since = begin()
      const number = ++calls
      try {
        const answer = await call()
        const isNewest = (id: Id) => {
          if (touched(id, since) || (answeredBy.get(id) ?? 0) > number) return false
          answeredBy.set(id, number)
          return true
        }
        return { answer, isNewest }
      } finally {
        awaited--
      }
    },
  }
}
