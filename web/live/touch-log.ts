/** The answer to a call, and what it must not overwrite. */
export interface FreshAnswer<Id, Answer> {
  answer: Answer
  /**
   * Whether the answer is the newest state known of that item: nothing changed it live since the call began, and no later
   * call has answered. Ask in the turn in which the answer comes.
   */
  isNewest: (id: Id) => boolean
}

export type TouchLog<Id> = ReturnType<typeof createTouchLog<Id>>

/**
 * Remembers which items changed live while answers are on their way, so that an answer can tell what it must not
 * overwrite. Forgets everything when no answer is awaited: it cannot grow. What an answer says beyond the live changes is
 * never lost, since the live line brings each change of its own, too.
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
    /** An answer is awaited from now on; the result is what `touched` compares with. */
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
