import { CircleAlert, QrCode, Smartphone } from '../../ui/icons'
import { useEffect, useState } from 'react'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import { abovePlan, type ConnectionStatus } from '../../../src/connection/connection.contract'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { EmptyState } from '../../ui/feedback/empty-state'
import { Spinner } from '../../ui/feedback/spinner'
import { tooltip } from '../../ui/popup/tooltip'
import { codesUnscanned, useLastError } from '../last-error'

const slowMs = 20_000

/** Shown while waiting for the first code, or between scanning and connecting. */
export function PairingProgress({ status, renew }: { status: ConnectionStatus; renew: () => void }) {
  const { pairing: t, newCode } = useTexts('connection').connection
  const found = status === 'PAIRING'
  const slow = useIsSlow(status)
  return (
    <div className="pairing-progress" role="status">
      <span className="pairing-progress-icon">
        {found ? <Smartphone size={24} aria-hidden /> : <Spinner size={24} />}
      </span>
      <p className="pairing-progress-title">{found ? t.found : t.generating}</p>
      {found && <p>{t.keepOpen}</p>}
      {slow && (
        <>
          <p>{t.slow}</p>
          <Button icon={QrCode} onClick={renew}>
            {newCode}
          </Button>
        </>
      )}
    </div>
  )
}

function useIsSlow(status: ConnectionStatus) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    setSlow(false)
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [status])
  return slow
}

/** Shows why pairing failed, with a retry. */
export function PairingFailed({
  connection,
  renew,
}: {
  connection: Pick<ConnectionView, 'status' | 'lastError'>
  renew: () => void
}) {
  const { pairing: t, newCode } = useTexts('connection').connection
  const { status, lastError } = connection
  const expired = lastError === codesUnscanned
  const reason = useLastError(lastError)
  // These reasons say all.
  const isSaid = lastError === abovePlan || (status === 'TIMEOUT' && reason !== '')
  const text = expired ? t.expiredText : !isSaid && (status === 'TIMEOUT' ? t.lostText : t.failedText)
  return (
    <EmptyState
      icon={CircleAlert}
      title={expired ? t.expiredTitle : t.failedTitle}
      text={
        <>
          {text}
          {reason && !expired && (
            <span className="pairing-error" {...tooltip(lastError)}>
              {reason}
            </span>
          )}
        </>
      }
      action={
        <Button variant="primary" icon={QrCode} onClick={renew}>
          {newCode}
        </Button>
      }
    />
  )
}
