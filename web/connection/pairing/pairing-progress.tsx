import { CircleAlert, QrCode, Smartphone } from '../../ui/icons'
import { useEffect, useState, useRef } from 'react'
import type { ConnectionView } from '../../../src/connection/connection.calls'
import type { ConnectionStatus } from '../../../src/connection/connection.contract'
import { useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { EmptyState } from '../../ui/feedback/feedback'
import { Spinner } from '../../ui/feedback/spinner'
import { tooltip } from '../../ui/popup/tooltip'
import { codesUnscanned, useLastError } from '../connection-status'
import { QrPicture } from '../../ui/display/qr-picture'

const slowMs = 20_000

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

const pictureWidth = 328
/** Validity of each code after the first. */
const lifeSeconds = 20

/** The QR code, drawn locally: it grants access to the account and must not be sent to another server. */
export function PairingQrCode({ code }: { code: string }) {
  const t = useTexts('connection').connection.pairing
  return (
    <div className="pairing-way">
      <PairingSteps steps={t.codeSteps} />
      <figure className="qr-code">
        <QrPicture text={code} label={t.codeImage} width={pictureWidth} />
        <CodeLife code={code} />
      </figure>
    </div>
  )
}

/** The first code is valid longer, and its age is unknown; from the second on the remaining time is shown. */
function CodeLife({ code }: { code: string }) {
  const t = useTexts('connection').connection.pairing
  const left = useSecondsLeft(code)
  return (
    <figcaption className="qr-code-life">
      {left !== undefined && <progress max={lifeSeconds} value={left} aria-hidden />}
      {left === undefined ? t.renews : t.renewsIn(left)}
    </figcaption>
  )
}

function useSecondsLeft(code: string) {
  const first = useRef(code)
  const [left, setLeft] = useState<number>()
  useEffect(() => {
    if (code === first.current) return
    const end = Date.now() + lifeSeconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((end - Date.now()) / 1000)))
    tick()
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [code])
  return left
}

export function PairingSteps({ steps }: { steps: readonly string[] }) {
  const t = useTexts('connection').connection.pairing
  return (
    <ol className="pairing-steps stack gap-4" aria-label={t.steps}>
      {steps.map((step) => (
        <li key={step}>{step}</li>
      ))}
    </ol>
  )
}
