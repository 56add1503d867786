import { useEffect, useState } from 'react'
import { useApp } from '../../app/app-context'

/** The new due date after a payment, by live event; undefined until then. */
export function useRenewal() {
  const { api, live } = useApp()
  const [renewedUntil, setRenewedUntil] = useState<string>()
  useEffect(() => {
    let before: string | undefined
    const read = () => api.get('/subscription').then(({ dueDate }) => dueDate)
    read().then((dueDate) => (before ??= dueDate), reportError)
    const stops = [
      live.subscribe('payment', ({ company }) => setRenewedUntil(company.dueDate)),
      // The payment may be among missed events.
      live.observe('reload', () => {
        read().then((dueDate) => {
          if (before !== undefined && dueDate > before) setRenewedUntil(dueDate)
        }, reportError)
      }),
    ]
    return () => stops.forEach((stop) => stop())
  }, [api, live])
  return renewedUntil
}
