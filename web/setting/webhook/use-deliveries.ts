import { useEffect, useState } from 'react'
import type { DeliveryView } from '../../../src/webhook/webhook.calls'
import type { WebhookAccess } from './webhook-access'

export interface Deliveries {
  rows: readonly DeliveryView[]
  loading: boolean
  error: unknown
  reload: () => Promise<unknown>
}

/** Returns the newest deliveries once the panel is open. A failed reload keeps those that are displayed. */
export function useDeliveries({ listDeliveries }: WebhookAccess): Deliveries {
  const [rows, setRows] = useState<readonly DeliveryView[]>([])
  const [loading, setLoading] = useState(true)
  const [error, setError] = useState<unknown>()

  async function reload() {
    setLoading(true)
    try {
      setRows(await listDeliveries())
      setError(undefined)
    } catch (cause) {
      setError(cause)
    }
    setLoading(false)
  }

  useEffect(() => void reload(), [])
  return { rows, loading, error, reload }
}
