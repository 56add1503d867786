import { useEffect, useState } from 'react'
import type { SubscriptionView } from '../../src/platform/invoice/invoice.calls'
import { useApp } from '../app/app-context'
import { fetchSubscription } from './load-finance'

/** Updated live by payments and changes of the host. */
export function useSubscription(initial: SubscriptionView) {
  const { api, live } = useApp()
  const [subscription, setSubscription] = useState(initial)
  useEffect(() => {
    const renew = () => void fetchSubscription(api).then(setSubscription, reportError)
    const events = ['payment', 'subscription', 'reload'] as const
    const stops = events.map((event) => live.subscribe(event, renew))
    return () => stops.forEach((stop) => stop())
  }, [api, live])
  return subscription
}
