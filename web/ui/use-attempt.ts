import { errorText } from '../i18n/error-text'
import { useTexts } from '../i18n/i18n'
import { useUi } from './ui-context'

/** `await attempt(() => api.delete(…), t.deleted)`: does it, says so, or tells the refusal. Resolves to whether it was done. */
export function useAttempt() {
  const t = useTexts()
  const { toast } = useUi()
  return async (task: () => Promise<unknown>, done?: string): Promise<boolean> => {
    try {
      await task()
      if (done) toast.success(done)
      return true
    } catch (cause) {
      toast.error(errorText(t, cause))
      return false
    }
  }
}
