import { Star } from '../ui/icons'
import { type ChannelName, channelRules } from '../../src/channel/channel-rules.contract'
import type { ConnectionView } from '../../src/connection/connection.calls'
import { useUser } from '../app/app-context'
import { useFormat, useNow, useTexts } from '../i18n/i18n'
import type { Column } from '../ui/table/data-table'
import { IconButton } from '../ui/button/button'
import { tooltip } from '../ui/popup/tooltip'
import { ChannelIcon } from './channel-icon'
import { ConnectionStatus } from './connection-status'
import type { ConnectionSession } from './pairing/pairing-state'
import { SessionActions } from './pairing/session-actions'
import { TableMoment } from '../ui/table/table-cells'
import { dayMs } from '../../src/kernel/time/durations.contract'
import { isKeyOf } from '../../src/kernel/typed-object.contract'

interface ColumnOptions {
  session: ConnectionSession
  showCode: (connection: ConnectionView, how: 'present' | 'new') => void
  showAccount: (connection: ConnectionView) => void
  makeDefault: (connection: ConnectionView) => void
}

export function useConnectionColumns({
  session,
  showCode,
  showAccount,
  makeDefault,
}: ColumnOptions): Column<ConnectionView>[] {
  const t = useTexts('connection').connection
  const format = useFormat()
  const hasHours = useUser().company.companieSettings.scheduleType === 'connection'
  return [
    {
      id: 'name',
      header: t.columns.name,
      cell: ({ name, number, cloudAccount, schedules }) => (
        <span className="connection-name">
          <span>
            <bdi>{name}</bdi>
            {number && <span className="connection-number-below">{format.phone(number)}</span>}
            {hasHours && schedules.length === 0 && (
              <span className="connection-note" data-expanded-only>
                {t.noHours}
              </span>
            )}
            {cloudAccount && <CloudAccountFacts account={cloudAccount} name={name} />}
          </span>
        </span>
      ),
    },
    { id: 'channel', header: t.columns.channel, cell: ({ channel }) => <ChannelIcon channel={channel} named /> },
    {
      id: 'number',
      compact: 'value',
      header: t.columns.number,
      cell: ({ number, channel, cloudAccount }) =>
        number ? (
          <span className="connection-number">{format.phone(number)}</span>
        ) : (
          <bdi className="subtle">
            {channelRules[channel].phoneNumbers ? t.noNumber : nameOnChannel(channel, cloudAccount)}
          </bdi>
        ),
    },
    {
      id: 'status',
      compact: 'value',
      header: t.columns.status,
      cell: (connection) => <ConnectionStatus connection={connection} />,
    },
    {
      id: 'session',
      header: t.columns.session,
      cell: (connection) => (
        <SessionActions connection={connection} session={session} showCode={showCode} showAccount={showAccount} />
      ),
    },
    {
      id: 'updatedAt',
      header: t.columns.updatedAt,
      cell: ({ updatedAt }) => <TableMoment at={updatedAt} />,
    },
    {
      id: 'isDefault',
      header: t.columns.isDefault,
      cell: (connection) => <DefaultStar connection={connection} makeDefault={makeDefault} />,
    },
  ]
}

function DefaultStar({ connection, makeDefault }: Pick<ColumnOptions, 'makeDefault'> & { connection: ConnectionView }) {
  const t = useTexts('connection').connection
  if (!connection.isDefault) {
    return (
      <IconButton
        className="connection-star"
        icon={Star}
        label={t.makeDefault(connection.name)}
        size="s"
        onClick={() => makeDefault(connection)}
      />
    )
  }
  return (
    <span className="connection-default" role="img" aria-label={t.isDefault} {...tooltip(t.isDefault)}>
      <Star size={16} aria-hidden />
    </span>
  )
}

type Account = NonNullable<ConnectionView['cloudAccount']>

/** The user name on Instagram; pages have none, so it is the channel, which phones show nowhere else. */
const nameOnChannel = (channel: ChannelName, account: Account | null) =>
  account?.verifiedName.startsWith('@') ? account.verifiedName : channelRules[channel].label

/** What Meta says about an account: verified name, if it is another one, quality, and how many conversations it may begin. */
function CloudAccountFacts({ account, name }: { account: Account; name: string }) {
  const t = useTexts('account').account.cloud
  const tier = useTier(account.tier)
  const format = useFormat()
  const now = useNow()
  const quality = isKeyOf(t.quality, account.quality) ? t.quality[account.quality] : undefined
  return (
    <span className="cloud-facts" data-expanded-only>
      {account.verifiedName && account.verifiedName !== name && <bdi>{account.verifiedName}</bdi>}
      {quality && <span data-quality={account.quality}>{[quality, tier].filter(Boolean).join(', ')}</span>}
      {!account.isVerified && <span className="connection-missing">{t.awaitsMeta}</span>}
      {account.accessEndsAt && Date.parse(account.accessEndsAt) - now < 7 * dayMs && (
        <span className="connection-missing">{t.accessEnds(format.date(account.accessEndsAt))}</span>
      )}
    </span>
  )
}

/** Meta writes TIER_250, TIER_1K, TIER_100K or TIER_UNLIMITED. */
function useTier(tier: string) {
  const t = useTexts('account').account.cloud
  const format = useFormat()
  if (tier === 'TIER_UNLIMITED') return t.unlimited
  const [, count, thousands] = /^TIER_(\d+)(K?)$/.exec(tier) ?? []
  return count && t.tier(format.number(Number(count) * (thousands ? 1000 : 1)))
}
