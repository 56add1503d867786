import { CircleAlert, QrCode, Smartphone } from '../../ui/icons'
import { useEffect, useState } from 'react'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import type { ConnectionStatus } from '../../../src/connection/connection.contract'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { EmptyState } from '../../ui/feedback/empty-state'
import { Spinner } from '../../ui/feedback/spinner'
import { tooltip } from '../../ui/popup/tooltip'
import { codesUnscanned, useLastError } from '../connection-status'

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

interface PairingFailedProps {
  connection: Pick<ConnectionView, 'status' | 'lastError'> & { retryAt?: string | null }
  renew: () => void
}

/** Says in one sentence why pairing failed, and when it is tried again. */
export function PairingFailed({ connection, renew }: PairingFailedProps) {
  const { pairing: t, newCode } = useTexts('connection').connection
  const { status, lastError, retryAt } = connection
  const reason = useLastError(lastError)
  const isLost = status === 'TIMEOUT'
  const sentence = lastError === codesUnscanned ? t.expiredText : reason || (isLost ? t.lostText : t.failedText)
  return (
    <EmptyState
      icon={CircleAlert}
      title={sentence}
      text={
        isLost && (
          <span {...tooltip(lastError)}>
            <RetryCountdown retryAt={retryAt ?? null} />
          </span>
        )
      }
      action={
        <Button variant="primary" icon={QrCode} onClick={renew}>
          {newCode}
        </Button>
      }
    />
  )
}

/** Counts down to the next attempt. Only its beginning is announced. */
function RetryCountdown({ retryAt }: { retryAt: string | null }) {
  const t = useTexts('connection').connection.pairing
  const left = useSecondsUntil(retryAt)
  return <span role="timer">{left === 0 ? t.retrying : t.retriesIn(left)}</span>
}

function useSecondsUntil(moment: string | null): number {
  const secondsLeft = () => (moment === null ? 0 : Math.max(0, Math.ceil((Date.parse(moment) - Date.now()) / 1000)))
  const [left, setLeft] = useState(secondsLeft)
  useEffect(() => {
    setLeft(secondsLeft())
    const timer = setInterval(() => setLeft(secondsLeft()), 1000)
    return () => clearInterval(timer)
  }, [moment])
  return left
}
