// The page as somebody meets it who has a kernel of his own: it is pasted, its numbers are tried in the form, undone.

import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser } from '../capture/page.ts';
import { describeInBrowser } from '../devices.ts';
import { anew, answered, openTexts, PATIENCE_MS, SMALL } from './server.ts';

const REVERSE = `@group(0) @binding(0) var<storage, read> source: array<u32>;
@group(0) @binding(1) var<storage, read_write> reversed: array<u32>;

@compute @workgroup_size(128)
fn reverse(@builtin(global_invocation_id) id: vec3<u32>) {
  let n = arrayLength(&source);
  if (id.x < n) {
    reversed[n - 1 - id.x] = source[id.x];
  }
}
`;

const WITHOUT_HALVES = `{
  const { has } = GPUSupportedFeatures.prototype;
  GPUSupportedFeatures.prototype.has = function (name) { return name !== 'shader-f16' && has.call(this, name); };
}`;

const shaderOf = (page: Page) => page.getByRole('textbox', { name: 'Shader' });
const form = (page: Page) => page.getByRole('tabpanel', { name: 'Form' });

/** As by keys, over all that is in the editor. */
async function pasteOver(page: Page, text: string): Promise<void> {
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
  await shaderOf(page).click();
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Control+V');
}

async function launchText(page: Page): Promise<string> {
  await page.getByRole('tab', { name: 'Text' }).click();
  const text = await page.getByRole('textbox', { name: 'Launch file' }).textContent();
  await page.getByRole('tab', { name: 'Form' }).click();
  return text!;
}

describeInBrowser('a newcomer at the page', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  const opened = () => openTexts(browser, SMALL, { permissions: ['clipboard-read', 'clipboard-write'] });

  it('pastes a kernel of his own, which gets a launch file of its own, and undoes it', async () => {
    const { page, mistakes } = await opened();
    await anew(page, () => pasteOver(page, REVERSE));
    expect(await page.locator('#shader-name').textContent()).toBe('pasted.wgsl');
    expect(await page.locator('#launch-name').textContent()).toBe('pasted.json');
    expect(await launchText(page)).toContain('Written by kernelcast init');
    expect(await page.getByLabel('Bytes of reversed').count()).toBe(1);
    expect(await page.getByRole('region', { name: 'Problems' }).count()).toBe(0);
    // All of the former kernel is back, and forth again.
    const undo = (keys: string) =>
      anew(page, async () => {
        await shaderOf(page).click();
        await page.keyboard.press(keys);
      });
    await undo('Control+Z');
    expect(await page.locator('#shader-name').textContent()).toBe('linked.wgsl');
    expect(await page.getByLabel('COUNT', { exact: true }).inputValue()).toBe('4096');
    await undo('Control+Shift+Z');
    expect(await page.locator('#launch-name').textContent()).toBe('pasted.json');
    expect(await page.getByLabel('Bytes of reversed').count()).toBe(1);
    await undo('Control+Z');
    // The document that was opened is the first there was.
    await page.keyboard.press('Control+Z');
    expect(await shaderOf(page).textContent()).toContain('fn scale');
    // The same kernel, changed elsewhere, keeps its launch file.
    await anew(page, () => pasteOver(page, SMALL.shader.replace('* params.factor', '/ params.factor')));
    expect(await page.locator('#launch-name').textContent()).toBe('linked.json');
    // Into an empty editor, with a mistake in it: it is drafted when that is mended.
    await shaderOf(page).click();
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await pasteOver(page, REVERSE.replace('];\n  }', '];\n  '));
    await answered(page, 'failed');
    expect(await form(page).textContent()).toContain('made from the shader');
    await page.keyboard.press('Control+End');
    await anew(page, () => page.keyboard.type('}'));
    expect(await page.getByLabel('Bytes of reversed').count()).toBe(1);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('tries numbers and data in the form', async () => {
    const { page, mistakes } = await opened();
    const contents = page.getByLabel('Contents of params');
    const values = page.getByLabel('Contents of values');
    expect(await form(page).textContent()).toContain('assumed: as many as there are');
    expect(await form(page).textContent()).toContain('= 16384 bytes, 16.0 KiB');
    await anew(page, () => values.selectOption('zeros'));
    expect(await launchText(page)).toMatch(/"binding": 0,.*"data": \{\s*"kind": "zeros"\s*\}/);
    await values.selectOption('not given');
    await contents.selectOption('random-u32');
    await anew(page, () => contents.selectOption('struct'));
    expect(await launchText(page)).toContain('"factor": 2');
    const count = page.getByLabel('COUNT', { exact: true });
    await count.focus();
    await anew(page, () => count.fill('1_048_576'));
    expect(await form(page).textContent()).toContain('= 16384');
    expect(await launchText(page)).toContain('"COUNT": 1048576');
    // What is wrong stands beside its field.
    await count.fill('N');
    await answered(page, 'failed');
    const row = form(page).locator('.row', { has: count });
    expect(await row.textContent()).toContain('N');
    expect(await count.getAttribute('aria-invalid')).toBe('true');
    await count.focus();
    await anew(page, () => count.fill('512'));
    expect(await count.getAttribute('aria-invalid')).toBe('false');
    // A dispatch that does not fit the data is told of, once.
    await anew(page, () => page.getByLabel('Workgroups in x').fill('4'));
    const problems = page.getByRole('region', { name: 'Problems' });
    expect(await problems.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(
        /Warning: 4 workgroups of 64 along x .* up to 512: the rest is left out; it needs 8/,
      ),
    ]);
    expect(await form(page).locator('.row', { hasText: 'left out' }).count()).toBe(1);
    // The form is built anew where the text says otherwise, and what has the focus keeps it.
    await anew(page, () => page.getByRole('button', { name: 'From the shader' }).click());
    expect(await page.getByRole('button', { name: 'From the shader' }).getAttribute('title')).toMatch(/keep/);
    expect(await count.inputValue()).toBe('512');
    expect(await page.getByLabel('GROUPS', { exact: true }).count()).toBe(0);
    // Of several entry points one is chosen, with a launch file for it.
    const more = '@compute @workgroup_size(32) fn clear() { values[0] = 0.0; }';
    await shaderOf(page).click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type(more);
    const entryPoint = page.getByLabel('Entry point');
    await entryPoint.waitFor();
    await answered(page, 'failed');
    await anew(page, () => entryPoint.selectOption('clear'));
    expect(await entryPoint.inputValue()).toBe('clear');
    expect(await launchText(page)).toContain('"entryPoint": "clear"');
    expect(await page.getByLabel('Bytes of params').count()).toBe(0);
    expect(mistakes).toEqual([]);
    await page.context().close();
  });

  it('keeps the focus where parts are built anew', async () => {
    // On a GPU without halves the browser's compiler would refuse what is right elsewhere.
    const texts = { ...SMALL, shader: `enable f16;\n${SMALL.shader}` };
    const { page } = await openTexts(browser, texts, {}, WITHOUT_HALVES);
    await page.getByText('cannot check it: no f16').waitFor();
    expect(await page.locator('html').getAttribute('data-state')).toBe('diagnosed');
    const focused = () =>
      page.evaluate('document.activeElement.ariaLabel ?? document.activeElement.textContent');
    const device = page
      .getByRole('list', { name: 'Time by device' })
      .getByRole('button', { name: 'nvidia-a100' });
    await device.focus();
    await anew(page, () => page.keyboard.press('Enter'));
    expect(await page.locator('#device').inputValue()).toBe('nvidia-a100');
    await expect
      .poll(() => page.locator('#devices').getAttribute('aria-busy'), { timeout: PATIENCE_MS })
      .toBe('false');
    expect(await focused()).toBe('nvidia-a100');
    // The form learns the names of the bindings from the answer, for which it has to wait.
    await page.evaluate(`{
      const { postMessage } = Worker.prototype;
      const held = [];
      Worker.prototype.postMessage = function (...all) { held.push(() => postMessage.apply(this, all)); };
      globalThis.release = () => {
        Worker.prototype.postMessage = postMessage;
        for (const send of held) send();
      };
    }`);
    await anew(page, async () => {
      await page.locator('#example').selectOption({ label: 'triad' });
      await page.getByLabel('Bytes of 0/1').waitFor();
      await page.getByLabel('N', { exact: true }).focus();
      await page.keyboard.press('End');
      await page.keyboard.press('Backspace');
      await page.evaluate('release()');
    });
    expect(await page.getByLabel('Bytes of b').count()).toBe(1);
    expect(await focused()).toBe('N');
    await page.context().close();
  });

  it('sees that what is shown is being computed anew, and what the page is for', async () => {
    // A template is no shader before its launch file makes it one: the browser's compiler has no say in it.
    const texts = {
      shader: SMALL.shader.replace('@workgroup_size(64)', '@workgroup_size({{GROUP}})'),
      launch: SMALL.launch.replace('"dispatch"', '"defines": { "GROUP": 64 },\n  "dispatch"'),
    };
    const { page } = await openTexts(browser, texts);
    await page.getByRole('button', { name: 'Measure here' }).waitFor();
    expect(await page.getByRole('region', { name: 'Problems' }).count()).toBe(0);
    expect(await page.locator('#intro').textContent()).toContain('Nothing is sent anywhere');
    const busy = page.locator('[aria-busy=true]');
    await expect.poll(() => busy.count(), { timeout: PATIENCE_MS }).toBe(0);
    // While the model is at work, and so no answer can have come.
    await page.evaluate(`Worker.prototype.postMessage = function () {}`);
    await page.locator('#device').selectOption('nvidia-a100');
    for (const id of ['answer', 'devices', 'steps'])
      expect(await page.locator(`#${id}`).getAttribute('aria-busy'), id).toBe('true');
    expect(await page.evaluate(`getComputedStyle(document.getElementById('answer')).opacity`)).toBe('0.5');
    await page.context().close();
  });
});
