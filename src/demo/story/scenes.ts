import { type Canvas, type Colour, createCanvas, darker, lighter } from './paint'

const width = 640
const height = 480

export const sceneNames = [
  'sofa',
  'mesa',
  'guarda-roupa',
  'cama',
  'estante',
  'poltrona',
  'caixa',
  'risco',
  'sala',
  'comprovante',
] as const
export type SceneName = (typeof sceneNames)[number]

interface Palette {
  wall: Colour
  floor: Colour
  main: Colour
  accent: Colour
}

const palettes: readonly Palette[] = [
  { wall: 0xf3e9dc, floor: 0xc89f73, main: 0x3d6b7d, accent: 0xe4a853 },
  { wall: 0xe3ecef, floor: 0xa9825c, main: 0x8c5a3c, accent: 0x2f7f79 },
  { wall: 0xf7e3e0, floor: 0xd9b48b, main: 0x7a4e6d, accent: 0xf0c75e },
  { wall: 0xe8efdf, floor: 0x8f6b4a, main: 0x5b7a4a, accent: 0xd9714f },
  { wall: 0xece7f4, floor: 0xb98d62, main: 0xb5583f, accent: 0x4b6cb7 },
]

export async function paintScene(name: SceneName, variant = 0): Promise<Uint8Array<ArrayBuffer>> {
  const palette = palettes[variant % palettes.length] ?? palettes[0]
  if (!palette) throw new Error('There is no palette')
  const canvas = createCanvas(width, height, palette.wall)
  if (name !== 'comprovante') room(canvas, palette)
  painters[name](canvas, palette)
  return canvas.jpeg()
}

const painters: Record<SceneName, (canvas: Canvas, palette: Palette) => void> = {
  sofa: (canvas, palette) => {
    sofa(canvas, 120, 230, palette)
    lamp(canvas, 545, palette)
  },
  mesa: (canvas, { main, accent }) => {
    canvas.ellipse(320, 290, 200, 34, darker(main, 0.1))
    canvas.ellipse(320, 282, 200, 34, lighter(main))
    for (const x of [200, 424]) canvas.rect(x, 300, 16, 120, darker(main))
    canvas.rect(296, 214, 48, 62, accent)
    canvas.ellipse(320, 214, 24, 7, darker(accent))
    for (const [x, y] of [
      [300, 180],
      [322, 165],
      [342, 184],
    ] as const)
      canvas.ellipse(x, y, 18, 22, 0x5f8f56)
  },
  'guarda-roupa': (canvas, { main, accent }) => {
    canvas.rect(170, 70, 300, 340, darker(main))
    for (const x of [178, 276, 374]) canvas.rect(x, 80, 90, 320, lighter(main, 0.12))
    for (const x of [258, 356, 384]) canvas.rect(x, 220, 6, 50, accent)
    canvas.rect(180, 410, 18, 16, darker(main, 0.5))
    canvas.rect(442, 410, 18, 16, darker(main, 0.5))
  },
  cama: (canvas, { main, accent }) => {
    canvas.rect(120, 170, 400, 130, darker(main))
    canvas.rect(110, 290, 420, 100, lighter(accent, 0.1))
    canvas.rect(110, 330, 420, 60, lighter(main, 0.3))
    for (const x of [150, 335]) canvas.ellipse(x + 75, 285, 72, 28, 0xfdfaf4)
    for (const x of [120, 504]) canvas.rect(x, 390, 16, 30, darker(main, 0.4))
  },
  estante: (canvas, { main, accent }) => {
    canvas.rect(190, 70, 260, 350, main)
    for (let row = 0; row < 4; row++) {
      const y = 84 + row * 84
      canvas.rect(202, y, 236, 70, darker(main, 0.35))
      for (let book = 0; book < 7 - row; book++) {
        const colour = book % 3 === 0 ? accent : book % 3 === 1 ? 0xf2efe8 : lighter(main, 0.4)
        canvas.rect(208 + book * 22, y + 16 + (book % 2) * 8, 18, 54 - (book % 2) * 8, colour)
      }
    }
  },
  poltrona: (canvas, { main, accent }) => {
    canvas.ellipse(320, 230, 110, 110, main)
    canvas.rect(210, 230, 220, 120, main)
    canvas.ellipse(320, 315, 92, 40, lighter(main))
    for (const x of [196, 404]) canvas.rect(x, 260, 40, 100, darker(main, 0.15))
    for (const x of [226, 400]) canvas.polygon(leg(x), darker(main, 0.5))
    canvas.ellipse(320, 246, 40, 34, accent)
  },
  caixa: (canvas) => {
    canvas.polygon([...box(200, 200, 240, 200)], 0xc79a63)
    canvas.polygon(
      [
        [200, 200],
        [250, 160],
        [490, 160],
        [440, 200],
      ],
      0xdcb784,
    )
    canvas.polygon(
      [
        [440, 200],
        [490, 160],
        [490, 350],
        [440, 400],
      ],
      0xa87d4b,
    )
    canvas.rect(306, 200, 30, 200, 0xe9dcc3)
    canvas.rect(220, 340, 60, 40, 0xfdfaf4)
    for (let bar = 0; bar < 8; bar++) canvas.rect(226 + bar * 6, 346, bar % 3 === 0 ? 4 : 2, 28, 0x222222)
  },
  risco: (canvas, { main }) => {
    canvas.rect(60, 120, 520, 300, lighter(main, 0.1))
    for (let line = 0; line < 9; line++) canvas.rect(60, 140 + line * 32, 520, 2, darker(main, 0.1))
    canvas.polygon(
      [
        [210, 210],
        [430, 300],
        [440, 292],
        [300, 226],
        [226, 200],
      ],
      0xf6efe2,
    )
    canvas.ellipse(445, 300, 16, 10, darker(main, 0.5))
  },
  sala: (canvas, palette) => {
    canvas.rect(60, 60, 150, 120, 0xcfe6f2)
    canvas.rect(132, 60, 6, 120, 0xffffff)
    canvas.rect(60, 116, 150, 6, 0xffffff)
    sofa(canvas, 180, 240, palette)
    canvas.ellipse(320, 440, 190, 26, lighter(palette.accent, 0.4))
    lamp(canvas, 110, palette)
  },
  comprovante: (canvas, { accent }) => {
    canvas.rect(0, 0, width, height, 0xdfe3e6)
    canvas.rect(190, 20, 260, 440, 0xffffff)
    canvas.rect(190, 20, 260, 60, accent)
    canvas.ellipse(320, 130, 32, 32, 0x2f9e62)
    canvas.polygon(
      [
        [304, 130],
        [316, 142],
        [340, 116],
        [345, 122],
        [316, 152],
        [299, 136],
      ],
      0xffffff,
    )
    for (let line = 0; line < 8; line++) {
      canvas.rect(214, 190 + line * 30, 60 + ((line * 37) % 60), 9, 0xb9c0c6)
      canvas.rect(360, 190 + line * 30, 66, 9, 0x808a92)
    }
  },
}

function room(canvas: Canvas, { wall, floor }: Palette) {
  canvas.shade(0, 360, lighter(wall, 0.4), wall)
  canvas.shade(360, 120, floor, darker(floor, 0.25))
  canvas.rect(0, 352, width, 10, 0xffffff)
}

function sofa(canvas: Canvas, x: number, y: number, { main, accent }: Palette) {
  canvas.rect(x, y, 400, 90, main)
  canvas.ellipse(x + 200, y, 200, 26, main)
  canvas.rect(x - 24, y + 40, 60, 120, darker(main, 0.12))
  canvas.rect(x + 364, y + 40, 60, 120, darker(main, 0.12))
  canvas.rect(x + 36, y + 84, 328, 74, lighter(main, 0.12))
  canvas.rect(x + 198, y + 84, 4, 74, darker(main))
  canvas.polygon(
    [
      [x + 60, y + 90],
      [x + 76, y + 20],
      [x + 142, y + 34],
      [x + 128, y + 96],
    ],
    accent,
  )
  for (const foot of [x, x + 384]) canvas.rect(foot, y + 160, 16, 22, darker(main, 0.6))
}

function lamp(canvas: Canvas, x: number, { accent }: Palette) {
  canvas.rect(x - 3, 190, 6, 200, 0x4a4238)
  canvas.ellipse(x, 392, 34, 7, 0x4a4238)
  canvas.polygon(
    [
      [x - 30, 130],
      [x + 30, 130],
      [x + 48, 200],
      [x - 48, 200],
    ],
    lighter(accent, 0.2),
  )
}

const leg = (x: number) =>
  [
    [x, 350],
    [x + 14, 350],
    [x + 10, 420],
    [x + 4, 420],
  ] as const
const box = (x: number, y: number, wide: number, high: number) =>
  [
    [x, y],
    [x + wide, y],
    [x + wide, y + high],
    [x, y + high],
  ] as const

const skins = [0xf1c9a5, 0xd9a066, 0xa56a43, 0x7b4a2d, 0xf6d7bd]
const hairs = [0x2b1d16, 0x5c3a21, 0xb07b3e, 0x1a1a1f, 0x8d8d8d, 0x7b2d26]
const shirts = [0x3d6b7d, 0xb5583f, 0x5b7a4a, 0x7a4e6d, 0x2f7f79, 0xd9a441]
const backs = [0xcfe6f2, 0xf7e3e0, 0xe8efdf, 0xece7f4, 0xf3e9dc, 0xdcefe9]
const pick = (list: readonly number[], seed: number) => list[seed % list.length] ?? 0

export function paintPortrait(seed: number): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = createCanvas(256, 256, pick(backs, seed))
  const [skin, hair, shirt] = [pick(skins, seed * 7 + 1), pick(hairs, seed * 5 + 2), pick(shirts, seed)]
  const long = seed % 2 === 0
  if (long) canvas.ellipse(128, 136, 66, 84, hair)
  canvas.ellipse(128, 268, 96, 78, shirt)
  canvas.rect(110, 160, 36, 46, darker(skin, 0.12))
  canvas.ellipse(128, 120, 50, 60, skin)
  canvas.ellipse(128, 78, 54, 34, hair)
  if (long) for (const x of [80, 176]) canvas.ellipse(x, 124, 14, 58, hair)
  for (const x of [108, 148]) canvas.ellipse(x, 122, 5, 6, 0x2a2320)
  canvas.ellipse(128, 152, 18, 8, 0xb4534b)
  canvas.rect(108, 143, 40, 9, skin)
  if (seed % 3 === 0) for (const x of [108, 148]) glasses(canvas, x, skin)
  return canvas.jpeg()
}

function glasses(canvas: Canvas, x: number, skin: Colour) {
  canvas.ellipse(x, 122, 17, 15, 0x33302e)
  canvas.ellipse(x, 122, 14, 12, lighter(skin, 0.3))
  canvas.ellipse(x, 122, 5, 6, 0x2a2320)
}
