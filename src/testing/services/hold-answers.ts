/** Lets a test delay the answers of a simulated service. */
export function holdAnswers() {
  let held: PromiseWithResolvers<void> | undefined
  return {
    released: () => held?.promise,
    /** Answers only once the returned function is called. */
    hold() {
      const current = Promise.withResolvers<void>()
      held = current
      return () => {
        held = undefined
        current.resolve()
      }
    },
  }
}
