/** The answer to a call, with a check against newer state. */
export interface FreshAnswer<Id, Answer> {
  answer: Answer
  /**
   * Returns whether the answer is the newest known state of the item: no live change since the call began, and no
   * answer to a later call. Call it synchronously with the answer's arrival.
   */
  isNewest: (id: Id) => boolean
}

export type TouchLog<Id> = ReturnType<typeof createTouchLog<Id>>

/**
 * Records live changes of items during calls, so that an answer does not overwrite them. Cleared when no call is
 * pending, so it cannot grow. Nothing in an answer is lost for good, because each change is published live as well.
 */
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
