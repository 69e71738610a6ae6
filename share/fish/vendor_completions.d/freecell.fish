function __freecell_complete
    set -l current (commandline -ct)
    set -l words (commandline -opc) "$current"
    for answer in (freecell completion fish --words=+(string join \x1f -- $words[2..-1]) 2>/dev/null)
        if test "$answer" = :files
            set -l option (string match -r -- '^--[^=]*=' "$current")
            for path in (__fish_complete_path (string replace -r -- '^--[^=]*=' '' "$current"))
                echo "$option$path"
            end
        else
            echo $answer
        end
    end
end
complete -c freecell -f -a '(__freecell_complete)'
