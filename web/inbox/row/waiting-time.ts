import { minuteMs } from '../../../src/kernel/time/durations.contract'

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

/** From here a waiting contact is shown in amber, then in red. Companies have no setting for it. */
const lateMinutes = 15
const overdueMinutes = 60

type WaitingLevel = 'normal' | 'late' | 'overdue'

interface WaitingTime {
  /** "5 min", "3 h", "2 d": the same in every language. */
  text: string
  level: WaitingLevel
}

/** How long a contact has waited. A clock that is behind the server's shows no negative time. */
export function waitingTime(sinceMs: number, nowMs: number): WaitingTime {
  const minutes = Math.max(0, Math.floor((nowMs - sinceMs) / minuteMs))
  const level = minutes >= overdueMinutes ? 'overdue' : minutes >= lateMinutes ? 'late' : 'normal'
  if (minutes < hourMinutes) return { text: `${Math.max(1, minutes)} min`, level }
  if (minutes < dayMinutes) return { text: `${Math.floor(minutes / hourMinutes)} h`, level }
  return { text: `${Math.floor(minutes / dayMinutes)} d`, level }
}
