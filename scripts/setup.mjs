// Brings up what is missing before a script runs: packages, the dashboard, a browser for the tests. Plain JavaScript
// without dependencies, because on a fresh clone there is nothing else and the machine's Node may be an older one.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const inRoot = (...parts) => join(root, ...parts)
const environment = { ...process.env, PATH: inRoot('node_modules', '.bin') + delimiter + process.env.PATH }

/** A line is written over only where the cursor can be moved back. */
const canWriteOver = process.stdout.isTTY && process.env.TERM !== undefined && process.env.TERM !== 'dumb'
const clearLine = '\r\u001b[2K'
const dim = (text) => (process.stdout.hasColors?.() ? `\u001b[2m${text}\u001b[22m` : text)

/** Says for how many seconds it has been going on, once that is more than two; returns what takes the line away again. */
function showProgress(words) {
  const since = Date.now()
  const showing = setInterval(() => {
    const seconds = Math.floor((Date.now() - since) / 1000)
    const line = `${words}… ${seconds} с`.slice(0, (process.stdout.columns || 80) - 1)
    if (seconds >= 2) process.stdout.write(clearLine + dim(line))
  }, 1000)
  return () => {
    clearInterval(showing)
    process.stdout.write(clearLine)
  }
}

/** What it says is kept back at a terminal, and shown when it fails; elsewhere it is passed on as it comes. */
async function run(command, args, words) {
  const isKept = canWriteOver && words !== undefined
  const end = isKept ? showProgress(words.doing) : () => undefined
  const said = []
  const status = await new Promise((resolve, reject) => {
    const kept = isKept ? 'pipe' : 'inherit'
    const child = spawn(command, args, { cwd: root, env: environment, stdio: ['ignore', kept, kept] })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk))
    child.on('error', reject)
    child.on('close', resolve)
  }).finally(end)
  if (status === 0) return
  process.stderr.write(Buffer.concat(said))
  if (words !== undefined) console.error(words.failed)
  process.exit(status ?? 1)
}

// Packages: what is installed must be what the lockfile says, or `npm ci` makes it so.
async function installPackages() {
  const lock = readFileSync(inRoot('package-lock.json'))
  const wanted = createHash('sha256')
    .update(lock)
    .update(process.platform + process.arch)
    .digest('hex')
  const note = inRoot('node_modules', '.kasyr-installed')
  if (existsSync(note) && readFileSync(note, 'utf8') === wanted && isWhole(JSON.parse(lock))) return
  if (!hasWritableCache()) environment.npm_config_cache = makeCache()
  console.log('Встановлюємо пакунки. Зазвичай це близько хвилини, і лише першого разу.')
  await run('npm', ['ci', '--no-audit', '--no-fund'], {
    doing: 'Встановлюємо пакунки',
    failed: 'Пакунки встановити не вдалося: чому — сказано вище.',
  })
  writeFileSync(note, wanted)
}

// npm downloads into a cache in the home folder, and stops where that cannot be written.
function hasWritableCache() {
  const folder = join(process.env.npm_config_cache || join(homedir(), '.npm'), '_cacache', 'tmp')
  try {
    mkdirSync(folder, { recursive: true })
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function makeCache() {
  const folder = mkdtempSync(join(tmpdir(), 'kasyr-npm-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

// A person may have removed a package by hand; the direct ones are checked, they bring the rest.
function isWhole(lock) {
  const { dependencies = {}, devDependencies = {} } = lock.packages['']
  return Object.keys({ ...dependencies, ...devDependencies }).every((name) => {
    const manifest = inRoot('node_modules', name, 'package.json')
    return (
      existsSync(manifest) &&
      JSON.parse(readFileSync(manifest, 'utf8')).version === lock.packages[`node_modules/${name}`]?.version
    )
  })
}

// Dashboard: built again when anything it is made of (no test is) has changed.
async function buildDashboard() {
  const hash = createHash('sha256')
  for (const folder of ['dashboard', 'contract']) {
    const files = readdirSync(inRoot(folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .filter((path) => !path.startsWith(inRoot('dashboard', 'dist')) && !path.endsWith('.test.ts'))
      .sort()
    for (const path of files) hash.update(path.slice(root.length)).update(readFileSync(path))
  }
  hash.update(readFileSync(inRoot('package-lock.json')))
  const wanted = hash.digest('hex')
  const note = inRoot('dashboard', 'dist', '.built-from')
  if (existsSync(note) && readFileSync(note, 'utf8') === wanted) return
  console.log('Збираємо вебпанель. Зазвичай це кілька секунд.')
  await run('vite', ['build', 'dashboard', '--logLevel', 'warn'], {
    doing: 'Збираємо вебпанель',
    failed: 'Вебпанель зібрати не вдалося: чому — сказано вище.',
  })
  mkdirSync(inRoot('dashboard', 'dist'), { recursive: true })
  writeFileSync(note, wanted)
}

await installPackages()
await buildDashboard()
if (process.argv.includes('--browser')) await run('node', ['scripts/have-browser.ts'])
