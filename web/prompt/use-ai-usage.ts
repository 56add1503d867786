import { useState } from 'react'
import type { AiUsageView } from '../../src/ai/prompt/prompt.calls'
import { useApp } from '../app/app-context'

/** The company's use of AI today. It is loaded again on request, because it is not published live. */
export function useAiUsage(first: AiUsageView) {
  const { api } = useApp()
  const [usage, setUsage] = useState(first)
  const reload = () => void api.get('/ai-usage').then(setUsage, () => {})
  return { usage, setUsage, reload }
}
