import type { BunPlugin } from 'bun'
import { join } from 'node:path'

interface LucideModule {
  __iconData?: { name: string; aliases?: readonly string[]; node: readonly Shape[] }
}
type Shape = readonly [tag: string, attributes: Readonly<Record<string, string>>]

/**
 * Replaces lucide's icons in the browser's build by smaller and faster ones with the same markup
 * (`web/ui/drawn-icon.ts`).
 */
export function drawIcons(web: string): BunPlugin {
  const maker = JSON.stringify(join(web, 'ui/drawn-icon.ts'))
  return {
    name: 'draw-icons',
    setup(build) {
      build.onLoad({ filter: /lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/ }, async ({ path }) => {
        const { __iconData: icon } = (await import(path)) as LucideModule
        if (!icon) return { contents: await Bun.file(path).text(), loader: 'js' }
        const classes = ['lucide', ...[icon.name, ...(icon.aliases ?? [])].map((name) => `lucide-${name}`)].join(' ')
        const made = `drawnIcon(${JSON.stringify(classes)}, ${JSON.stringify(icon.node.map(markupOf).join(''))})`
        const contents = `import { drawnIcon } from ${maker}\nexport default /* @__PURE__ */ ${made}`
        return { contents, loader: 'js' }
      })
    },
  }
}

function markupOf([tag, { key: _, ...attributes }]: Shape) {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${value}"`)
  return `<${tag}${written.join('')}></${tag}>`
}
