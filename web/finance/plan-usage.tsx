import type { SubscriptionView } from '../../src/platform/invoice/invoice.calls'
import { planCounts } from '../../src/kernel/company/company-plan.contract'
import { gigabyte } from '../../src/kernel/file/gigabyte.contract'
import { storagePercent, storageTone } from '../../src/platform/plan/storage-use.contract'
import { useFormat, useTexts } from '../i18n/i18n'

/** What is in use of the plan's limits, and rows, which have none. */
export function PlanUsage({ subscription: { plan, used, stored } }: { subscription: SubscriptionView }) {
  const t = useTexts('checkout').checkout.subscription
  const format = useFormat()
  return (
    <section className="finance-summary" aria-label={t.usage}>
      <dl className="finance-facts">
        {planCounts.map((name) => (
          <UsageFact
            key={name}
            name={name}
            label={t[name]}
            text={t.of(format.number(used[name]), format.number(plan[name]))}
            used={used[name]}
            limit={plan[name]}
            note={used[name] > plan[name] ? t.above : undefined}
          />
        ))}
        <StorageFact bytes={stored.bytes} storageGb={plan.storageGb} />
      </dl>
      <RowCounts stored={stored} />
    </section>
  )
}

function StorageFact({ bytes, storageGb }: { bytes: number; storageGb: number | null }) {
  const t = useTexts('checkout').checkout.subscription
  const format = useFormat()
  const size = format.fileSize(bytes)
  const percent = storagePercent(bytes, storageGb)
  if (percent === null || storageGb === null) return <UsageFact name="storage" label={t.storage} text={size} />
  const tone = storageTone(percent)
  return (
    <UsageFact
      name="storage"
      label={t.storage}
      text={t.storageOf(size, `${format.number(storageGb)} GB`, percent)}
      used={bytes}
      limit={storageGb * gigabyte}
      tone={tone}
      note={percent >= 100 ? t.storageFull : tone && t.storageNear}
    />
  )
}

interface UsageFactProps {
  name: string
  label: string
  text: string
  used?: number
  /** Without one there is no meter. */
  limit?: number
  tone?: 'warning' | 'danger' | undefined
  note?: string | undefined
}

function UsageFact({ name, label, text, used = 0, limit, tone, note }: UsageFactProps) {
  return (
    <div>
      <dt id={`usage-${name}`}>{label}</dt>
      <dd className="plan-usage">
        <strong className="tabular">{text}</strong>
        {limit !== undefined && (
          <meter
            aria-labelledby={`usage-${name}`}
            min={0}
            max={Math.max(1, limit)}
            value={Math.min(used, limit)}
            data-full={used >= limit || tone === 'danger' || undefined}
          />
        )}
        {note && (
          <span className="plan-usage-above" data-tone={tone}>
            {note}
          </span>
        )}
      </dd>
    </div>
  )
}

function RowCounts({ stored: { messages, tickets, contacts } }: Pick<SubscriptionView, 'stored'>) {
  const t = useTexts('checkout').checkout.subscription
  const format = useFormat()
  if (messages === null || tickets === null || contacts === null) return null
  return (
    <p className="subtle plan-rows">
      {t.rows(format.number(messages), format.number(tickets), format.number(contacts))}
    </p>
  )
}
