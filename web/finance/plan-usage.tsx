import type { SubscriptionView } from '../../src/platform/invoice/invoice.calls'
import { useFormat, useTexts } from '../i18n/i18n'

const names = ['users', 'connections', 'queues'] as const

/** Users, connections and queues in use, compared with the plan's limits. */
export function PlanUsage({ subscription: { plan, used } }: { subscription: SubscriptionView }) {
  const t = useTexts('checkout').checkout.subscription
  const format = useFormat()
  return (
    <section className="finance-summary" aria-label={t.usage}>
      <dl className="finance-facts">
        {names.map((name) => {
          const isAbove = used[name] > plan[name]
          return (
            <div key={name}>
              <dt id={`usage-${name}`}>{t[name]}</dt>
              <dd className="plan-usage">
                <strong className="tabular">{t.of(format.number(used[name]), format.number(plan[name]))}</strong>
                <meter
                  aria-labelledby={`usage-${name}`}
                  min={0}
                  max={Math.max(1, plan[name])}
                  value={Math.min(used[name], plan[name])}
                  data-full={used[name] >= plan[name] || undefined}
                />
                {isAbove && <span className="plan-usage-above">{t.above}</span>}
              </dd>
            </div>
          )
        })}
      </dl>
    </section>
  )
}
