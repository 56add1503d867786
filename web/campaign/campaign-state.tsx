import { NoValue } from '../ui/table/table-cells'
import type { CampaignView } from '../../src/campaign/campaign.calls'
import { useFormat, useTexts, useErrorText } from '../i18n/i18n'
import { StatusPill } from '../ui/display/status-pill'
import { isKeyOf } from '../../src/kernel/typed-object.contract'
import { providerErrorText } from '../i18n/send-error-text'
import { CheckCheck, Eye, MessageSquareReply, Send, UserRoundX } from '../ui/icons'
import { tooltip } from '../ui/popup/tooltip'

const kinds = {
  INATIVA: 'neutral',
  PROGRAMADA: 'info',
  EM_ANDAMENTO: 'success',
  CANCELADA: 'danger',
  FINALIZADA: 'neutral',
} as const

/** The status of a campaign, and below it whether it is a draft, why it waits or why it was stopped. */
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

/** The figures in a row of campaigns, as icons with numbers; their names are in tooltips, and on a phone written out. */
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
