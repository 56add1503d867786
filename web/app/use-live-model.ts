import { useEffect, useState } from 'react'
import type { ApiClient } from '../api/api-client'
import type { LiveSocketClient } from '../live/live-socket-client'
import { useApp } from './app-context'

/** Creates a model when the component appears. The model follows live events until the component disappears. */
export function useLiveModel<Model>(
  create: (api: ApiClient) => Model,
  follow: (model: Model, live: LiveSocketClient) => () => void,
): Model {
  const { api, live } = useApp()
  const [model] = useState(() => create(api))
  useEffect(() => follow(model, live), [model, live])
  return model
}
