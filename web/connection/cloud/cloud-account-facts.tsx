import { isKeyOf } from '../../../src/kernel/typed-object.contract'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { useFormat, useTexts } from '../../i18n/i18n'

type Account = NonNullable<ConnectionView['cloudAccount']>

/** What Meta says about a number: verified name, quality, and how many conversations it may begin. */
export function CloudAccountFacts({ account }: { account: Account }) {
  const t = useTexts('cloudAccount').cloudAccount
  const tier = useTier(account.tier)
  const quality = isKeyOf(t.quality, account.quality) ? t.quality[account.quality] : undefined
  return (
    <span className="cloud-facts" data-expanded-only>
      {account.verifiedName && <bdi>{account.verifiedName}</bdi>}
      {quality && <span data-quality={account.quality}>{[quality, tier].filter(Boolean).join(', ')}</span>}
      {!account.isVerified && <span className="connection-missing">{t.awaitsMeta}</span>}
    </span>
  )
}

/** Meta writes TIER_250, TIER_1K, TIER_100K or TIER_UNLIMITED. */
function useTier(tier: string) {
  const t = useTexts('cloudAccount').cloudAccount
  const format = useFormat()
  if (tier === 'TIER_UNLIMITED') return t.unlimited
  const [, count, thousands] = /^TIER_(\d+)(K?)$/.exec(tier) ?? []
  return count && t.tier(format.number(Number(count) * (thousands ? 1000 : 1)))
}
