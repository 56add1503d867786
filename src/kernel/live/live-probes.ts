import { randomToken } from '../ids'

export type LiveProbes = ReturnType<typeof createLiveProbes>

/** One-time tokens that only this process knows: whoever is told that one arrived has reached it. */
export function createLiveProbes() {
  const issued = new Set<string>()
  return {
    issue() {
      const token = randomToken(32)
      issued.add(token)
      return token
    },
    take: (token: string) => issued.delete(token),
  }
}
