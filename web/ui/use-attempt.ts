import { useErrorText } from '../i18n/i18n'
import { useUi } from './ui-context'

/**
 * `await attempt(() => api.delete(…), t.deleted)`: runs it, and shows the success or the refusal. Resolves to whether
 * it succeeded.
 */
export function useAttempt() {
  const errorText = useErrorText()
  const { toast } = useUi()
  return async (task: () => Promise<unknown>, done?: string): Promise<boolean> => {
    try {
      await task()
      if (done) toast.success(done)
      return true
    } catch (cause) {
      toast.error(errorText(cause))
      return false
    }
  }
}
