import type { ScheduleView } from '../../src/schedule/schedule.calls'
import { useFormat, useSendErrorText, useTexts } from '../i18n/i18n'
import { StatusPill } from '../ui/display/status-pill'

const statusKinds = { PENDENTE: 'info', AGENDADA: 'warning', ENVIADA: 'success', ERRO: 'danger' } as const

export function ScheduleStatusPill({ schedule: { status, error, sentAt } }: { schedule: ScheduleView }) {
  const texts = useTexts('schedule')
  const sendErrorText = useSendErrorText()
  const t = texts.schedule
  const format = useFormat()
  const refusals: Partial<Record<string, string>> = t.refusals
  const reason = error && (refusals[error] ?? sendErrorText(error))
  const sent = status === 'ENVIADA' && sentAt ? t.sentAt(format.dateTime(sentAt)) : t.statusHelp[status]
  const help = status === 'ERRO' ? reason : reason ? t.lastFailed(reason) : sent
  return (
    <span className="schedule-status">
      <StatusPill kind={statusKinds[status]} help={help}>
        {t.status[status]}
      </StatusPill>
      {reason && (
        <span className="schedule-reason" data-expanded-only>
          {status === 'ERRO' ? reason : t.lastFailed(reason)}
        </span>
      )}
    </span>
  )
}
