import type { CampaignView } from '../../src/campaign/campaign.calls'
import { useFormat, useTexts, useErrorText } from '../i18n/i18n'
import { NoValue } from '../ui/table/no-value'
import { StatusPill } from '../ui/display/status-pill'
import { isKeyOf } from '../../src/kernel/typed-object.contract'
import { providerErrorText } from '../i18n/send-error-text'

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
