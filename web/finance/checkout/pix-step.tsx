import { useEffect, useState, type ReactNode } from 'react'
import type { ChargeView } from '../../../src/platform/payment/payment.calls'
import { useFormat, useTexts } from '../../i18n/i18n'
import { Button } from '../../ui/button/button'
import { Check, Clock, Copy } from '../../ui/icons'
import { Spinner } from '../../ui/feedback/spinner'
import { useCopy } from '../../ui/text/use-copy'
import { ChargeFailure } from './review-step'

export function PixStep({ charge, renew, failure }: { charge: ChargeView; renew: ReactNode; failure: unknown }) {
  const t = useTexts('checkout').checkout.pix
  const format = useFormat()
  const left = useSecondsLeft(charge.secondsLeft)
  const expired = left === 0
  const value = format.currency(Number(charge.valor.original))
  return (
    <div className="checkout-pix">
      <p className="checkout-pix-value">{value}</p>
      {expired ? (
        <div className="checkout-expired">
          <p role="status">{t.expired}</p>
          {renew}
          <ChargeFailure failure={failure} />
        </div>
      ) : (
        <>
          <p className="checkout-hint">{t.how}</p>
          <img
            className="checkout-qr"
            src={charge.qrcode.imagemQrcode}
            alt={t.picture(value)}
            width={264}
            height={264}
          />
          <PixText code={charge.pixCopiaECola} />
          <p className="checkout-waiting" role="status">
            <Spinner /> {charge.provider === 'static' ? t.waitingForHost : t.waiting}
          </p>
          {left !== null && (
            <p className="checkout-hint">
              <Clock size={14} aria-hidden /> {t.validFor(format.clock(left))}
            </p>
          )}
        </>
      )}
    </div>
  )
}

function PixText({ code }: { code: string }) {
  const t = useTexts('checkout').checkout.pix
  const { copied, copy } = useCopy()
  return (
    <div className="checkout-code">
      <input
        className="checkout-code-text grows"
        aria-label={t.code}
        readOnly
        value={code}
        onFocus={(event) => event.target.select()}
      />
      <Button variant="primary" icon={copied ? Check : Copy} onClick={() => copy(code)}>
        {copied ? t.copied : t.copy}
      </Button>
    </div>
  )
}

/** Counted from the server's answer, because this device's clock may be wrong. */
function useSecondsLeft(seconds: number | null) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    if (seconds === null) return
    const end = performance.now() + seconds * 1000
    const tick = () => setLeft(Math.max(0, Math.ceil((end - performance.now()) / 1000)))
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [seconds])
  return left
}
