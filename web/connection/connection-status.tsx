import { CircleCheck, CloudOff, LoaderCircle, QrCode, Smartphone, Unplug, type LucideIcon } from '../ui/icons'
import { channelRules } from '../../src/channel/channel-rules.contract'
import type { ConnectionView } from '../../src/connection/connection.calls'
import { type ConnectionStatus as Status, abovePlan, serverFull } from '../../src/connection/connection.contract'
import { dayMs } from '../../src/kernel/time/durations.contract'
import { useFormat, useNow, useTexts } from '../i18n/i18n'
import { StatusPill } from '../ui/display/labels'
import { tooltip } from '../ui/popup/tooltip'
import { isKeyOf, keysOf } from '../../src/kernel/typed-object.contract'
import { providerCode, providerErrorText } from '../i18n/send-error-text'
import { accountEnds, appSecretWrong, tokenMissing } from '../../src/channel/meta/meta-login.contract'

type Kind = 'neutral' | 'success' | 'warning' | 'danger' | 'info'

const looks: Record<Status, { kind: Kind; icon: LucideIcon }> = {
  qrcode: { kind: 'info', icon: QrCode },
  DISCONNECTED: { kind: 'danger', icon: Unplug },
  OPENING: { kind: 'neutral', icon: LoaderCircle },
  CONNECTED: { kind: 'success', icon: CircleCheck },
  PAIRING: { kind: 'info', icon: Smartphone },
  TIMEOUT: { kind: 'warning', icon: CloudOff },
}

interface ConnectionStatusProps {
  connection: Pick<
    ConnectionView,
    | ('channel' | 'number' | 'status' | 'lastError' | 'abovePlan' | 'missingMessages')
    | ('providerWarning' | 'cloudAccount')
  >
}

export function ConnectionStatus({ connection }: ConnectionStatusProps) {
  const t = useTexts('connection').connection
  const { status } = connection
  const { kind, icon } = looks[status]
  const { abovePlan, providerWarning, channel, cloudAccount } = connection
  const reported = cloudAccount?.reported
  const hasAccount = channelRules[channel].connectedBy === 'account'
  const help: Partial<Record<Status, string>> = hasAccount ? t.accountHelp : t.statusHelp
  const isUnlinked = status === 'TIMEOUT' && connection.number === '' && !hasAccount
  const lastError = useLastError(connection.lastError)
  return (
    <span className="connection-status" data-status={status}>
      <StatusPill kind={kind} icon={icon} help={isUnlinked ? t.unlinkedHelp : (help[status] ?? t.statusHelp[status])}>
        {isUnlinked ? t.unlinked : t.statuses[status]}
      </StatusPill>
      {abovePlan && (
        <span className="connection-missing" {...tooltip(t.abovePlanHelp(abovePlan.most))}>
          {t.abovePlan}
        </span>
      )}
      {connection.missingMessages > 0 && (
        <span className="connection-missing" {...tooltip(t.missingHelp)}>
          {t.missing(connection.missingMessages)}
        </span>
      )}
      {providerWarning && <ProviderWarning warning={providerWarning} />}
      {!providerWarning && reported && <ReportedError {...reported} />}
      {lastError && (
        <span className="connection-error" {...tooltip(connection.lastError)}>
          {lastError}
        </span>
      )}
    </span>
  )
}

const reportedMs = dayMs

/** What Meta reported about the number itself, for a day. Its account's dialog keeps it. */
function ReportedError({ at, text }: { at: string; text: string }) {
  const texts = useTexts('connection')
  const t = texts.connection
  const format = useFormat()
  const now = useNow()
  if (now - Date.parse(at) > reportedMs) return null
  return (
    <span className="connection-missing" {...tooltip(providerErrorText(texts, text) ?? text)}>
      {t.reported(format.dateTimeShort(at))}
    </span>
  )
}

function ProviderWarning({ warning: { at, text } }: { warning: NonNullable<ConnectionView['providerWarning']> }) {
  const t = useTexts('connection').connection
  const format = useFormat()
  const code = providerCode(text)
  const known = code !== undefined && isKeyOf(t.accountWarnings, code) ? t.accountWarnings[code] : undefined
  return (
    <span className="connection-missing" {...tooltip(known ? t.accountWarningHelp : t.warnedHelp)}>
      {known ?? t.warned(format.dateTimeShort(at))}
    </span>
  )
}

/** As stored by the server when the codes expired. */
export const codesUnscanned = 'The codes were not scanned in time'
const otherHost = 'sealed by another host'

export function useLastError(lastError: string): string {
  const { pairing, closures } = useTexts('connection').connection
  if (lastError === '') return ''
  if (lastError === codesUnscanned) return pairing.expiredTitle
  if (lastError.includes(otherHost)) return closures.otherHost
  if (lastError === abovePlan) return closures.abovePlan
  if (lastError === serverFull) return closures.serverFull
  if (lastError === tokenMissing) return closures.tokenMissing
  if (lastError === appSecretWrong) return closures.appSecretWrong
  const end = keysOf(accountEnds).find((event) => accountEnds[event] === lastError)
  if (end) return closures.accountEnds[end]
  const code = providerCode(lastError)
  return code !== undefined && isKeyOf(closures.codes, code) ? closures.codes[code] : closures.other
}
