import { NoValue } from '../ui/table/table-cells'
import type { CampaignView, CampaignPreview } from '../../src/campaign/campaign.calls'
import { useFormat, useTexts, useErrorText } from '../i18n/i18n'
import { StatusPill } from '../ui/display/labels'
import { isKeyOf } from '../../src/kernel/typed-object.contract'
import { providerErrorText } from '../i18n/send-error-text'
import { CheckCheck, Eye, MessageSquareReply, Send, UserRoundX } from '../ui/icons'
import { tooltip } from '../ui/popup/tooltip'
import { dayMs } from '../../src/kernel/time/durations.contract'
import { useApp } from '../app/app-context'

const kinds = {
  INATIVA: 'neutral',
  PROGRAMADA: 'info',
  EM_ANDAMENTO: 'success',
  CANCELADA: 'danger',
  FINALIZADA: 'neutral',
} as const

export function CampaignState({ campaign }: { campaign: CampaignView }) {
  const t = useTexts('campaign').campaign
  const note = useStateNote(campaign)
  const isBegun = campaign.status === 'EM_ANDAMENTO'
  const waits = isBegun ? campaign.waitReason !== '' : campaign.status === 'PROGRAMADA' && campaign.isWarned
  return (
    <span className="campaign-state row wraps">
      <StatusPill kind={waits ? 'warning' : kinds[campaign.status]}>{t.statuses[campaign.status]}</StatusPill>
      {note && (
        <span className="subtle" data-expanded-only>
          {note}
        </span>
      )}
    </span>
  )
}

const sharingShown = 2

function useStateNote(campaign: CampaignView) {
  const t = useTexts('campaign').campaign
  const format = useFormat()
  const reasonOf = useReason()
  const { status, isWarned, waitReason, waitUntil, stopReason, stopDetail, sharesWith } = campaign
  if ((status === 'CANCELADA' || status === 'INATIVA') && stopReason !== '') {
    return stopDetail === '' ? t.stopReasons[stopReason] : `${t.stopReasons[stopReason]}. ${reasonOf(stopDetail)}`
  }
  if (status === 'INATIVA') return t.draft
  if (status === 'PROGRAMADA' && isWarned) return t.waitsWarned
  if (status !== 'EM_ANDAMENTO') return ''
  if (waitReason === '') {
    const names = sharesWith.slice(0, sharingShown).map(({ name }) => `“${name}”`)
    return names.length === 0 ? '' : t.takesTurns(names, sharesWith.length - names.length)
  }
  const until = waitUntil === null ? '' : format.dateTime(waitUntil)
  return t.waitReasons[waitReason](until)
}

export function CampaignProgress({ campaign, wide = false }: { campaign: CampaignView; wide?: boolean }) {
  const t = useTexts('campaign').campaign
  const format = useFormat()
  const { status, validCount, endedCount } = campaign
  if (status === 'INATIVA' || status === 'PROGRAMADA') return <NoValue />
  const label = t.progress(format.number(endedCount), format.number(validCount))
  return (
    <span className="campaign-progress note-text" data-wide={wide || undefined}>
      <progress aria-label={label} max={Math.max(1, validCount)} value={endedCount} />
      <span className="tabular">{label}</span>
    </span>
  )
}

/** Explains why a recipient got no message: a reason of the product, an error code, or the provider's text. */
export function useReason() {
  const { reasons } = useTexts('campaign').campaign.recipients
  const texts = useTexts()
  const errorText = useErrorText()
  return (reason: string): string => {
    if (isKeyOf(reasons, reason)) return reasons[reason]
    return providerErrorText(texts, reason) ?? errorText(reason)
  }
}

export const figures = [
  { name: 'sent', icon: Send, of: ({ sentCount }: CampaignView) => sentCount },
  { name: 'delivered', icon: CheckCheck, of: ({ deliveredCount }: CampaignView) => deliveredCount },
  { name: 'seen', icon: Eye, of: ({ seenCount }: CampaignView) => seenCount },
  { name: 'answered', icon: MessageSquareReply, of: ({ answeredCount }: CampaignView) => answeredCount },
  { name: 'optedOut', icon: UserRoundX, of: ({ optedOutCount }: CampaignView) => optedOutCount },
] as const

export function CampaignFigures({ campaign }: { campaign: CampaignView }) {
  const { cards } = useTexts('campaign').campaign.report
  const format = useFormat()
  if (campaign.startedAt === null) return null
  return (
    <span className="campaign-figures note-text">
      {figures.map(({ name, icon: Icon, of }) => (
        <span key={name} className="campaign-figure inline-row" {...tooltip(cards[name])}>
          <Icon size={14} aria-hidden />
          <span className="campaign-figure-name">{cards[name]}</span>{' '}
          <span className="tabular">{format.number(of(campaign))}</span>
        </span>
      ))}
    </span>
  )
}

const weekDays = 7
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const

/** "terça às 14:20" within a week, else the date and the time. */
export function useDayTime() {
  const t = useTexts('campaign').campaign
  const { renderedAt } = useApp()
  const format = useFormat()
  return (moment: string) => {
    const days = (Date.parse(moment) - renderedAt.getTime()) / dayMs
    if (days < 0 || days >= weekDays - 1) return t.dateTime(format.date(moment), format.time(moment))
    const day = format.isoDay(moment)
    const isToday = format.date(moment) === format.date(renderedAt)
    const weekday = weekdays[(new Date(day).getUTCDay() + 6) % weekDays] ?? 'monday'
    return isToday ? t.todayAt(format.time(moment)) : t.weekdayAt(t.weekdays[weekday], format.time(moment))
  }
}

export function useMissingValues() {
  const t = useTexts('campaign').campaign.preview
  const format = useFormat()
  return ({ recipients, unknownVariables, missingValues }: CampaignPreview, usesTemplates: boolean): string[] => {
    const names = unknownVariables.map((name) => `{${name}}`).join(', ')
    const counts = missingValues.map(({ name, recipients: count }) =>
      t.missingValue(`{${name}}`, count, format.number(count), format.number(recipients)),
    )
    return [
      ...(names === '' ? [] : [usesTemplates ? t.unknownInTemplate(names) : t.unknownVariables(names)]),
      ...(counts.length === 0 ? [] : [[...counts, usesTemplates ? t.withoutInTemplate : t.without].join(' ')]),
    ]
  }
}
