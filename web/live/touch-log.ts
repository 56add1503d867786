/**
 * Remembers which items changed live while answers are on their way, so that an answer can tell what it must not
 * overwrite. Forgets everything when no answer is awaited: it cannot grow.
 */
export function createTouchLog<Id>() {
  const touchedAt = new Map<Id, number>()
  let tick = 0
  let awaited = 0

  return {
    /** An answer is awaited from now on; the result is what `touched` compares with. */
    begin(): number {
      awaited++
      return tick
    },
    end() {
      awaited--
    },
    touch(id: Id) {
      if (awaited === 0) touchedAt.clear()
      touchedAt.set(id, ++tick)
    },
    touched(id: Id, since: number): boolean {
      return (touchedAt.get(id) ?? 0) > since
    },
  }
}
