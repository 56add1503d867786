import { useState } from 'react'
import type { ConnectionLimitView } from '../../src/campaign/campaign.calls'
import { useApp } from '../app/app-context'
import { useFormat, useTexts } from '../i18n/i18n'
import { Select } from '../ui/select/select'
import { useAttempt } from '../ui/form/use-attempt'

const automatic = 0
const offered = [50, 100, 200, 300, 500, 1000, 2000]

/** The daily limit of new conversations of each connection. */
export function ConnectionLimits({ limits: first }: { limits: readonly ConnectionLimitView[] }) {
  const t = useTexts('campaign').campaign.settings
  const { api } = useApp()
  const attempt = useAttempt()
  const format = useFormat()
  const [limits, setLimits] = useState(first)

  const save = (whatsappId: number, dailyLimit: number | null) =>
    attempt(async () => {
      setLimits(await api.post('/campaign-settings/connections', { body: { whatsappId, dailyLimit } }))
    }, t.saved)

  return (
    <section className="campaign-part campaign-limits" aria-label={t.limits}>
      <h2>{t.limits}</h2>
      <p className="subtle">{t.limitsHelp}</p>
      <ul>
        {limits.map(({ whatsappId, name, dailyLimit, todayMax, todayUsed }) => (
          <li key={whatsappId} className="campaign-limit">
            <span className="campaign-limit-name">
              <bdi>{name}</bdi>
              <span className="subtle tabular">{t.today(format.number(todayUsed), format.number(todayMax))}</span>
            </span>
            <Select<number>
              label={t.limitOf(name)}
              value={dailyLimit ?? automatic}
              options={[
                { value: automatic, label: t.automatic },
                ...[...new Set([...offered, ...(dailyLimit === null ? [] : [dailyLimit])])]
                  .sort((a, b) => a - b)
                  .map((value) => ({ value, label: t.perDay(format.number(value)) })),
              ]}
              onValueChange={(limit) => void save(whatsappId, limit === automatic ? null : limit)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
