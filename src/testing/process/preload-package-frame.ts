/** Preloaded into a process of the product: prints from where a package starts its first timer. */
const start = globalThis.setTimeout

globalThis.setTimeout = Object.assign((...args: Parameters<typeof setTimeout>) => {
  const { stack = '' } = new Error('a timer')
  if (stack.includes('node_modules/')) {
    globalThis.setTimeout = start
    console.error(stack)
  }
  return start(...args)
}, start)
