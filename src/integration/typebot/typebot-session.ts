import { minuteMs } from '../../kernel/time/durations.contract'

export interface Choices {
  names: string[]
  /** Typebot takes them instead of names. */
  answers?: string[]
  isMultiple: boolean
}

export interface TypebotSession {
  id: string
  /** Milliseconds since 1970. */
  startedAt: number
  choices?: Choices
}

export function isExpired({ startedAt }: TypebotSession, expiresMinutes: number, now: Date) {
  return expiresMinutes > 0 && now.getTime() - startedAt >= expiresMinutes * minuteMs
}
