import type { BotErrorView } from '../../src/bot/bot-error.contract'
import { useFormat, useNow } from '../i18n/i18n'
import { StatusPill } from '../ui/display/labels'

interface LastFailureProps {
  error: BotErrorView | null | undefined
  texts: {
    lastError: (when: string) => string
    failures: { other: string }
  }
}

export function LastFailure({ error, texts }: LastFailureProps) {
  const format = useFormat()
  const now = useNow()
  if (!error) return null
  const failures: Record<string, string> = texts.failures
  return (
    <StatusPill kind="danger" help={`${failures[error.code] ?? texts.failures.other} ${error.message}`.trim()}>
      {texts.lastError(format.relative(error.at, now))}
    </StatusPill>
  )
}
