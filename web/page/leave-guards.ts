/** Called before the page is left; false keeps it. */
export type LeaveGuard = () => boolean | Promise<boolean>

/** The guards called before the page is left. */
export function createLeaveGuards() {
  const guards = new Set<LeaveGuard>()
  return {
    async mayLeave() {
      for (const question of guards) if (!(await question())) return false
      return true
    },
    add(question: LeaveGuard) {
      guards.add(question)
      return () => void guards.delete(question)
    },
  }
}
