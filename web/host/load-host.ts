import type { HostView } from '../../src/host/watch/host-watch.calls'
import type { ApiClient } from '../api/api-client'

export const loadHost = (api: ApiClient): Promise<HostView> => api.get('/host')
